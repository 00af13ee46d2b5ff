import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `npm run peers -- --install` puts the packages: not into `node_modules`, which `npm ci` empties. */
export const PEERS_FOLDER: string = fileURLToPath(new URL('../../.peers', import.meta.url));

/** What to do about a package that is missing. */
const INSTALL = 'npm run peers -- --install';

/** A search engine that somebody else wrote cannot be had. The message is one line, and says what to run. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
}

/** The exact version of each package that an adapter is written for: the optional peer dependencies of package.json. */
export const PACKAGE_VERSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(
    (
      JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
        peerDependencies: Record<string, string>;
      }
    ).peerDependencies,
  ),
);

/**
 * Says why a package cannot be used as far as can be told without running it.
 *
 * @param folder that the look-up begins in: it goes on in those above, where the packages of the project are.
 * @returns one line that says what to run; undefined where the wanted version is there.
 */
export function packageProblem(name: string, folder: string = PEERS_FOLDER): string | undefined {
  const wanted = `${name} ${PACKAGE_VERSIONS.get(name)}`;
  const found = installedVersion(name, folder);
  if (found === undefined) return `the package ${wanted} is not installed; run: ${INSTALL}`;
  if (found !== PACKAGE_VERSIONS.get(name))
    return `the package ${wanted} is wanted and ${found} installed; run: ${INSTALL}`;
  return undefined;
}

/** How much is told of why a package fails to load. */
const LONGEST_REASON = 240;

/**
 * Loads a package.
 *
 * @param tryOut throws where the package is of no use after all: compiled parts may come in at their first use.
 * @param folder as above.
 * @throws PackageError where it is missing, has another version, or fails to load.
 */
export function loadPackage<Package>(
  name: string,
  tryOut: (loaded: Package) => void = () => {},
  folder: string = PEERS_FOLDER,
): Package {
  const problem = packageProblem(name, folder);
  if (problem !== undefined) throw new PackageError(problem);
  try {
    const loaded: Package = createRequire(join(folder, 'package.json'))(name);
    tryOut(loaded);
    return loaded;
  } catch (error) {
    const told = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
    const reason = told.length > LONGEST_REASON ? `${told.slice(0, LONGEST_REASON)} ...` : told;
    throw new PackageError(`the package ${name} is installed and fails to load; run: ${INSTALL}; ${reason}`);
  }
}

function installedVersion(name: string, folder: string): string | undefined {
  const places = createRequire(join(folder, 'package.json')).resolve.paths(name) ?? [];
  for (const place of places) {
    try {
      const { version } = JSON.parse(readFileSync(join(place, name, 'package.json'), 'utf8')) as { version?: unknown };
      return String(version);
    } catch {
      // Not there; the next place may have it.
    }
  }
  return undefined;
}
