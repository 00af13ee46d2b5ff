import { describe, expect, test } from 'vitest';
import { a2aCard, looksCanonical, looksLikeA2a, namesAgentCard } from '../../../datasets/loaders/a2a.ts';

const skills = [
  { id: 'find', name: 'Find', description: 'Finds flights.', tags: ['travel', 'air'], examples: ['Fly me home'] },
  { id: 'book', name: 'Book', description: '', tags: ['travel'], examples: null },
  'cancel bookings',
];
const agent = { name: 'Wings', description: 'Books flights.', version: '7', skills };
/** One agent as three versions of A2A publish it. */
const v03 = { ...agent, url: 'https://wings.example', protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' };
const v1 = { ...agent, supportedInterfaces: [{ url: 'https://wings.example', protocolVersion: '1.0' }] };
const mixed = { ...v03, ...v1, signatures: [{}], capabilities: ['streaming'], __proto__x: { skills: 1 } };

function problem(value: unknown, namedCard = false): string {
  const result = a2aCard(value, 'x', namedCard);
  return result.ok ? 'loaded' : result.problem;
}

describe('an A2A card', () => {
  test.each([
    ['0.3', v03, '0.3.0'],
    ['1.0', v1, '1.0'],
    ['both', mixed, '0.3.0'],
    ['without a version', { ...agent, url: '' }, 'not stated'],
    ['1.0 that states no version', { ...agent, supportedInterfaces: [] }, '1.0'],
    ['snake case', { ...agent, protocol_version: '0.2' }, '0.2'],
  ])('%s reads the same', (_, value, version) => {
    expect(a2aCard(value, 'wings.json', false)).toEqual({
      ok: true,
      version,
      card: {
        id: 'wings.json',
        name: 'Wings',
        description: 'Books flights.',
        skills: ['Find: Finds flights.', 'Book', 'cancel bookings'],
        tags: ['travel', 'air'],
        examples: ['Fly me home'],
        tools: [],
      },
    });
  });

  test('carried by a wrapper as a JSON string', () => {
    const wrapper = { displayName: 'outer', a2aAgentDefinition: { jsonAgentCard: JSON.stringify(v03) } };
    expect(a2aCard(wrapper, 'x', false)).toEqual(a2aCard(v03, 'x', false));
  });

  test('under other names, with tags in other places', () => {
    const result = a2aCard(
      { display_name: 'A', registryTags: ['x'], meta: { tags: ['y', 'x'] }, skills: [] },
      'x',
      false,
    );
    expect(result).toMatchObject({ ok: true, card: { name: 'A', description: '', tags: ['x', 'y'] } });
    expect(a2aCard({ displayName: 'B', meta: 'odd', url: '' }, 'x', false)).toMatchObject({
      card: { name: 'B', tags: [] },
    });
  });

  test.each([
    [7, 'expected an object, received number'],
    [[v03], 'expected an object, received array'],
    [null, 'expected an object, received null'],
    [{}, 'not an A2A card: no skills, capabilities, url, supportedInterfaces or protocolVersion'],
    [
      { name: 'npm', description: 'a package' },
      'not an A2A card: no skills, capabilities, url, supportedInterfaces or protocolVersion',
    ],
    [{ url: 'u', skills: ['', {}] }, 'name: expected a name, a description or a skill, received nothing'],
    [{ ...v03, name: 7 }, 'name: expected a string, received number'],
    [{ ...v03, skills: { a: 1 } }, 'skills: expected an array, received object'],
    [{ ...v03, skills: [skills[0], 5] }, 'skills[1]: expected an object, received number'],
    [{ ...v03, skills: [{ tags: ['a', null] }] }, 'skills[0].tags[1]: expected a string, received null'],
    [{ a2aAgentDefinition: {} }, 'a2aAgentDefinition.jsonAgentCard: expected a card as a JSON string'],
    [{ a2aAgentDefinition: { jsonAgentCard: '{' } }, /^a2aAgentDefinition\.jsonAgentCard: not JSON: /],
    [
      { a2aAgentDefinition: { jsonAgentCard: '7' } },
      'a2aAgentDefinition.jsonAgentCard: expected an object, received number',
    ],
  ])('%j is refused', (value, reason) => {
    if (reason instanceof RegExp) expect(problem(value)).toMatch(reason);
    else expect(problem(value)).toBe(reason);
  });

  test('needs no telling field where the file is named as one', () => {
    expect(problem({ name: 'A' }, true)).toBe('loaded');
    expect(['agent.json', 'a/agent-card.json', 'a/.well-known/agent_card.json'].every(namesAgentCard)).toBe(true);
    expect(['my-agent.json', 'agents.json', 'agent.json.bak'].some(namesAgentCard)).toBe(false);
  });
});

describe('canonical or A2A', () => {
  const canonical = { id: 'a', name: 'n', description: 'd', skills: ['s'], tags: [], examples: [], tools: [] };

  test.each([
    ['canonical', canonical, false, true],
    ['canonical with a field of A2A', { ...canonical, url: 'u', capabilities: [] }, false, true],
    ['canonical with little in it', { id: 'a', name: 'n', url: 'u' }, false, false],
    ['A2A 0.3', v03, true, false],
    ['A2A 1.0', v1, true, false],
    ['A2A with an id', { ...v03, id: 'a' }, true, false],
    ['A2A with little in it', { name: 'n', url: 'u' }, true, false],
    ['neither', { name: 'n' }, false, false],
    ['no object', 7, false, false],
  ])('%s', (_, value, a2a, surelyCanonical) => {
    expect(looksLikeA2a(value, false)).toBe(a2a);
    expect(looksCanonical(value)).toBe(surelyCanonical);
  });
});
