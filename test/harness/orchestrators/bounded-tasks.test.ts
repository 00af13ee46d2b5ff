import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BoundedTasks } from '../../../harness/orchestrators/bounded-tasks.ts';

describe('tasks', () => {
  it.each([1, 2, 7])('run %i at a time at most, and so many where there are enough', async (limit) => {
    let running = 0;
    let most = 0;
    let ended = 0;
    const tasks = new BoundedTasks(limit);
    for (let i = 0; i < 30; i++) {
      await tasks.start(async () => {
        most = Math.max(most, ++running);
        await sleep(i % 3);
        running--;
        ended++;
      });
    }
    await tasks.finished();
    expect({ most, ended, running }).toEqual({ most: limit, ended: 30, running: 0 });
  });

  it.each([1, 3])(
    'that fail (%i at a time) are told once the others have ended, and no other begins',
    async (limit) => {
      const ended: number[] = [];
      const tasks = new BoundedTasks(limit);
      const all = async () => {
        for (let i = 0; i < 10; i++) {
          await tasks.start(async () => {
            await sleep(i === 1 ? 1 : 10);
            if (i === 1) throw new Error('broken');
            ended.push(i);
          });
        }
        await tasks.finished();
      };
      await expect(all()).rejects.toThrow('broken');
      expect(ended.sort()).toEqual(limit === 1 ? [0] : [0, 2]);
      await tasks.settled();
    },
  );
});
