import { describe, expect, it } from 'vitest';
import { makeEndpoint } from '../../../harness/orchestrators/openai/endpoint.ts';

describe('the address of the endpoint', () => {
  it.each([
    ['http://localhost:8080', 'http://localhost:8080/v1/chat/completions'],
    ['http://localhost:8080/', 'http://localhost:8080/v1/chat/completions'],
    ['http://localhost:8080/v1', 'http://localhost:8080/v1/chat/completions'],
    ['http://localhost:8080/v1/', 'http://localhost:8080/v1/chat/completions'],
    ['http://localhost:8080/v1//', 'http://localhost:8080/v1/chat/completions'],
    ['http://localhost:11434/v1/chat/completions', 'http://localhost:11434/v1/chat/completions'],
    ['http://localhost:11434/v1/chat/completions/', 'http://localhost:11434/v1/chat/completions'],
    ['https://a.example/api/v1', 'https://a.example/api/v1/chat/completions'],
    ['https://a.example/v1beta/openai/', 'https://a.example/v1beta/openai/chat/completions'],
    ['https://a.example/openai/v1?api-version=1', 'https://a.example/openai/v1/chat/completions?api-version=1'],
  ])('of %s is %s', (base, url) => expect(makeEndpoint(base, undefined)?.url.href).toBe(url));

  it.each(['', 'localhost:8080', 'ftp://a.example', '/v1', 'file:///etc/passwd'])('%j has none', (base) => {
    expect(makeEndpoint(base, undefined)).toBeUndefined();
  });

  it('shows neither user nor password nor query, and sends them', () => {
    const endpoint = makeEndpoint('https://CANARYUSER:CANARYPASS@a.example/v1?key=CANARYKEY', undefined);
    expect(endpoint?.shown).toBe('https://a.example/v1/chat/completions?***');
    expect(endpoint?.headers.authorization).toBe(`Basic ${btoa('CANARYUSER:CANARYPASS')}`);
    expect(endpoint?.url.search).toBe('?key=CANARYKEY');
    expect(endpoint?.url.username).toBe('');
    expect(endpoint?.hide(`${btoa('CANARYUSER:CANARYPASS')} CANARYUSER CANARYPASS CANARYKEY`)).toBe('*** *** *** ***');
  });

  it('does not take a user and a key both', () => {
    expect(makeEndpoint('https://user:pass@a.example/v1', 'key')).toBeUndefined();
  });

  it('hides a key in every form in which a server may echo it', () => {
    const hide = (text: string) => makeEndpoint('https://a.example', 'sk-ab/cd+ef==')?.hide(text);
    for (const form of ['sk-ab/cd+ef==', 'sk-ab%2Fcd%2Bef%3D%3D', 'sk-ab\\/cd+ef==', btoa('sk-ab/cd+ef==')]) {
      expect(hide(`Bearer ${form}!`)).toBe('Bearer ***!');
    }
  });
});
