import type { Console } from './screen/console.ts';

/** Why results could not be printed: a full disk behind a redirection, say. */
let unprinted: string | undefined;

/** The process as a console. A pipe that is closed early (`| head`) is the reader's choice and no error. */
function processConsole(): Console {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // EIO: the terminal is gone.
      if (error.code === 'EPIPE' || error.code === 'EIO' || unprinted !== undefined) return;
      unprinted = error.code ?? error.message;
      if (stream === process.stdout) process.stderr.write(`standard output cannot be written: ${unprinted}\n`);
      process.exitCode = 2;
    });
  }
  const noColour = (process.env.NO_COLOR ?? '') !== '';
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colour: process.stdout.isTTY === true && !noColour && process.env.TERM !== 'dumb',
    progress: process.stderr.isTTY === true,
    // A terminal that says it has no columns does not know.
    columns: process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : undefined,
  };
}

/** Whether the program has been loaded: before that there is nothing that could come to an orderly end. */
let loaded = false;

/** An interrupt lets the work come to an orderly end; a second one does not wait for it. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130);
      if (!loaded) {
        process.stderr.write('interrupted\n');
        process.exit(130);
      }
      controller.abort();
    });
  }
  return controller.signal;
}

/** Node would end a command that waits for what never comes without a word, as if all were done. */
function tellOfUnfinished(): void {
  let times = 0;
  process.on('beforeExit', () => {
    if (finished) return;
    // Whoever waits for a retriever is told at the same moment, and then has something to do.
    if (times++ === 0) return void setImmediate(() => {});
    process.stderr.write('failed: the command waits for something that never comes; what it began is unfinished\n');
    process.exit(1);
  });
}

let finished = false;
const signal = interruptSignal();
tellOfUnfinished();
// Not loaded with this file: it takes a second, in which an interrupt should not go unheard.
const { main } = await import('./command-line.ts');
loaded = true;
// The exit code is set and not forced: what is still on its way into a pipe gets there.
const code = await main(process.argv.slice(2), processConsole(), signal);
finished = true;
// An error of a stream may come later still, and then sets the code itself.
process.exitCode = unprinted === undefined ? code : 2;
