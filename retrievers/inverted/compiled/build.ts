import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

/** What is compiled, and where the result stands. */
const SOURCE = fileURLToPath(new URL('assembly/search.ts', import.meta.url));
const RESULT = fileURLToPath(new URL('search-wasm.ts', import.meta.url));

/**
 * The module `search-wasm.ts` that the source makes: the same text on every machine.
 *
 * @throws Error with what the compiler says of the source.
 */
export async function compiledModule(): Promise<string> {
  const source = await readFile(SOURCE, 'utf8');
  let wasm: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    ['search.ts', '--runtime', 'stub', '-O3', '--noAssert', '--outFile', 'out'],
    {
      readFile: (name) => (name === 'search.ts' ? source : null),
      writeFile: (name, contents) => {
        if (name === 'out') wasm = contents as Uint8Array;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || wasm === undefined) throw new Error(`${SOURCE}: ${stderr.toString()}`);
  return [
    '/** Made of assembly/search.ts by `npm run build:wasm`: WebAssembly, in base64. */',
    `export const SEARCH_WASM =\n  '${Buffer.from(wasm).toString('base64')}';\n`,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(RESULT, await compiledModule());
