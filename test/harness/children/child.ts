import { serveParent } from '../../../harness/child-process.ts';

/** A child for the tests: does what it is told. */
serveParent<{ readonly deeds: readonly string[] }, string>(async ({ deeds }, tell) => {
  for (const deed of deeds) {
    if (deed === 'throw') throw new Error('of no use');
    if (deed === 'hang') await new Promise((resolve) => setTimeout(resolve, 600_000));
    if (deed === 'exit') process.exit(3);
    if (deed === 'fill') {
      const kept: string[][] = [];
      for (;;) kept.push(Array.from({ length: 100_000 }, (_, i) => `${kept.length}/${i}`));
    }
    if (deed === 'collect') tell(String(typeof gc));
    else tell(deed);
  }
});
