/** ASCII white space and punctuation. What is beyond ASCII stays: whether it is a letter changes with the Node version. */
const SEPARATORS = /[\t\n\v\f\r !-/:-@[-`{-~]+/;

/**
 * An identifier as words between spaces, split at case and punctuation: `get_userName` gives `get user Name`. An acronym
 * stays with the word behind it (`APIToken`), digits with the word before them (`ride2`).
 */
export function splitIdentifier(identifier: string): string {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(SEPARATORS)
    .filter((word) => word !== '')
    .join(' ');
}
