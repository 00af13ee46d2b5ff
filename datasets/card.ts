/**
 * A canonical card: what an agent, a server or a tool publishes about itself.
 * `id` is non-empty and unique in its registry; every text may be empty.
 */
export interface Card {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly skills: readonly string[];
  readonly tags: readonly string[];
  readonly examples: readonly string[];
  readonly tools: readonly string[];
}
