import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { killRuns } from './kills.ts';

describe('the soak', () => {
  it('of a thousand queries balances, forgets nothing, grows nowhere, and ends by itself', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'test/soak/soak.ts', '--queries', '1000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    const [code] = await once(child, 'close');
    const result = JSON.parse(out);
    expect(code).toBe(0);
    expect(result.queries).toBe(1000);
    // That many are faulty: a soak of answers alone would prove nothing.
    expect(result.faulty).toBeGreaterThan(250);
    expect(Object.keys(result.observed).sort()).toEqual([
      'api_failure',
      'invalid_index',
      'selected',
      'wrong_selection',
    ]);
  });

  it('of runs that are killed five times loses no answer and asks for none again', async () => {
    const { answersAtKill, askedAgain, different, kills } = await killRuns(5, 500, 'test');
    expect({ askedAgain, different, kills }).toEqual({ askedAgain: [], different: [], kills: 5 });
    expect(Math.max(...answersAtKill)).toBeGreaterThan(0);
  });
});
