import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../datasets/sources/address.ts';
import { commandWords } from '../../../datasets/sources/command-words.ts';
import { isDeeperThan } from '../../../datasets/sources/limits.ts';
import { Secrets } from '../../../datasets/sources/secrets.ts';
import { card } from '../../support.ts';

describe('a command', () => {
  it.each([
    ['node server.js --port 1', ['node', 'server.js', '--port', '1']],
    ['  npx\t-y  "a b" ', ['npx', '-y', 'a b']],
    [`sh -c 'echo "x"'`, ['sh', '-c', 'echo "x"']],
    ['a"b c"d \'\'', ['ab cd', '']],
    ['C:\\bin\\x.exe $HOME *', ['C:\\bin\\x.exe', '$HOME', '*']],
    ['', undefined],
    [' ', undefined],
    ['"" a', undefined],
    ['a "b', undefined],
  ])('%j is %j', (text, words) => {
    expect(commandWords(text)).toEqual(words);
  });

  it('comes back from its words in quotes, whatever they hold', () => {
    const word = fc.string({ minLength: 1 }).filter((text) => !text.includes("'"));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(commandWords(words.map((each) => `'${each}'`).join(' '))).toEqual(words);
      }),
    );
  });
});

describe('an address', () => {
  it.each(['', 'a', 'ftp://a', 'file:///etc/passwd', 'javascript:alert(1)', '//a/b', 'http://'])(
    '%j is none',
    (text) => {
      expect(parseAddress(text, { keyInPath: true })).toBeUndefined();
    },
  );

  it('is shown without what is secret', () => {
    const text = 'https://me:p%40ss@host.example:8443/mcp/s/a1B2c3D4e5F6g7H8i9J0/x?key=k123&x=y#f';
    const hosted = parseAddress(text, { keyInPath: true });
    expect(hosted?.shown).toBe('https://host.example:8443/mcp/s/***/x?***');
    expect(hosted?.url.href).toBe('https://host.example:8443/mcp/s/a1B2c3D4e5F6g7H8i9J0/x?key=k123&x=y');
    expect(hosted?.headers).toEqual({ authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}` });
    expect(hosted?.secrets.map(([, value]) => value)).toEqual(
      expect.arrayContaining(['p@ss', 'p%40ss', 'k123', 'a1B2c3D4e5F6g7H8i9J0']),
    );
    // The path of an agent is its public name.
    expect(parseAddress(text, { keyInPath: false })?.shown).toContain('/a1B2c3D4e5F6g7H8i9J0/');
  });

  it('never shows its password, whatever it is', () => {
    const secret = fc.string({ minLength: 8, unit: 'grapheme' }).map(encodeURIComponent);
    fc.assert(
      fc.property(secret, secret, (user, password) => {
        fc.pre(user !== '' && password !== '' && !'host.example'.includes(password));
        const address = parseAddress(`https://${user}:${password}@host.example/a?b=${password}`, { keyInPath: true });
        expect(address?.shown).toBe('https://host.example/a?***');
        expect(address?.url.href).not.toContain(`${password}@`);
      }),
    );
  });
});

describe('secrets', () => {
  it('are kept out of messages, the longest first, and a word of a header by itself', () => {
    const secrets = new Secrets();
    secrets.add('LANG', 'en');
    secrets.add('TOKEN', 'abcd');
    secrets.add('TOKEN2', 'abcdefgh');
    secrets.add('Authorization', 'Bearer xyzxyzxyz');
    expect(secrets.hide('abcdefgh, abcd, xyzxyzxyz, en')).toBe('***, ***, ***, en');
  });

  it('are kept out of every part of a card, where they are secret for certain', () => {
    const secrets = new Secrets();
    secrets.add('MODE', 'production');
    secrets.add('API_KEY', 'canary-canary');
    secrets.add('ID', 'a1b2c3d4e5f6g7h8');
    const plain = card('mail/send', 'Sends in production.');
    expect(secrets.hideInCard(plain)).toBe(plain);
    const all = 'x canary-canary y a1b2c3d4e5f6g7h8 production';
    const showing = { ...card(all, all), name: all, skills: [all], tags: [all], examples: [all], tools: [all] };
    const clean = 'x *** y *** production';
    expect(secrets.hideInCard(showing)).toEqual({
      ...card(clean, clean),
      name: clean,
      skills: [clean],
      tags: [clean],
      examples: [clean],
      tools: [clean],
    });
  });

  it('are found among arguments by the option before them', () => {
    const secrets = new Secrets();
    secrets.addArguments(['run', '--token', 'canary-canary', '--api-key=other-canary', '--verbose', 'someone']);
    expect(secrets.hide('canary-canary other-canary --verbose')).toBe('*** *** --verbose');
    expect(secrets.hideInCard(card('a', 'someone canary-canary other-canary')).description).toBe('someone *** ***');
  });
});

describe('isDeeperThan', () => {
  it('counts levels', () => {
    expect(isDeeperThan([[1]], 2)).toBe(false);
    expect(isDeeperThan([[[]]], 2)).toBe(true);
    expect(isDeeperThan({ a: 1, b: [{ c: 1 }] }, 2)).toBe(true);
    expect(isDeeperThan(5, 0)).toBe(false);
  });
});
