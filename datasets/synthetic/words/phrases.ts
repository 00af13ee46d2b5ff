/** Sentences that real cards carry and that say nothing about what they do. `{v}` is the vendor. */
export const BOILERPLATE: readonly string[] = [
  'Built on the Model Context Protocol (MCP).',
  'This is a Model Context Protocol server that provides access to the {v} API.',
  'Requires an API key, see the documentation for details.',
  'Powered by AI and designed for enterprise teams.',
  'Returns a JSON object with the results.',
  'Open source and free to use under the MIT license.',
  'Easy to set up: install the package and add it to your client configuration.',
  'Seamless integration with your existing tools and workflows.',
  'An intelligent assistant by {v}.',
  'Supports streaming responses and push notifications.',
  'Use this tool when the user asks for information about a specific item.',
  'Authentication uses OAuth tokens issued by {v}.',
  'Rate limits apply on the free plan.',
  'Trusted by thousands of users around the world.',
  'This agent is provided by {v} as a demonstration.',
  'Fast, reliable and secure.',
  'Results are cached for five minutes.',
  'Contact {v} support if something does not work.',
  'Works with Claude, Cursor and any other compatible client.',
  'IMPORTANT: call this tool only after the user has confirmed.',
  'Data never leaves your own servers.',
  'No configuration is needed to get started.',
  'Allows AI assistants to get the latest data and details by name, date or id.',
  'Manage everything from one place and save time every day.',
];

/** What people say around what they want. */
export const FILLER_BEFORE: readonly string[] = [
  'hi there, hope you are doing well.',
  'ok so my boss just walked in and asked me about this,',
  'sorry for the long message but',
  'I have been trying this by hand all morning and it is driving me mad,',
  'hello! first time using this service.',
  'quick one before lunch:',
  'we talked about this in the weekly call with Sam and Priya,',
  'not sure if this is the right place to ask, but',
  'as discussed yesterday with the folks upstairs,',
  'my laptop is nearly out of battery so please be brief,',
  'I already asked somebody else and they sent me here,',
  'long story short,',
];

/** What people add when they have said what they want. */
export const FILLER_AFTER: readonly string[] = [
  'thanks a lot in advance and have a great weekend',
  'the file is under /home/sam/notes/todo.txt if that matters',
  'ideally before 5 pm because then I am off',
  'no rush, but it would be great to have it today',
  'my user number is 48213 in case you need it',
  'please keep the answer short, I will read it on the way',
  'and do not ask me again for my birthday please',
  'I promised it to a customer called Marta for tomorrow',
  'if it costs anything let me know first',
  'last time it took ages, hopefully not again',
];

/** Particulars of a request, which no card is chosen by. `{n}` is a number, `{p}` a person. */
export const DETAILS: readonly string[] = [
  'for {p}',
  'for user {n}',
  'with the id {n}',
  'that {p} asked for',
  'and save the result to /root/out/{p}.txt',
  'before the 5th of march',
  'and give me the details',
  'with all the information available',
  'and tell me the total number',
  'for the last {n} days',
  'starting today',
  'for our team in Berlin',
  'by the end of the week',
  'and send the results to {p}',
  'using the latest data',
  'in the name of {p}',
];

/** Ways to ask, where `{x}` is the wish. */
export const ASKS: readonly string[] = [
  'Can you {x}?',
  'I need to {x}.',
  'Please {x}.',
  '{x}',
  'I want to {x}',
  'Could you help me {x}?',
  'How do I {x}?',
  'Is there something that can {x}?',
];

/** Ways to ask around a doing (`{x}` is a gerund phrase). */
export const DOING_ASKS: readonly string[] = [
  'I am looking for help with {x}.',
  'Who is good at {x}?',
  'Anything for {x}?',
  'We spend too long on {x}',
  'Our team is struggling with {x}.',
  'Recommend an agent for {x}',
];

/** Ways to ask for something done (`{x}` is a thing and a participle). */
export const DONE_ASKS: readonly string[] = [
  'I would like to have {x}',
  'We want our {x}.',
  'Are there services that get {x}?',
  'All {x}, please',
];

/** Ways to state a goal (`{x}` is the goal). */
export const GOAL_ASKS: readonly string[] = [
  'What I am really after is {x}',
  'I care about {x}.',
  'Help with {x} please',
  'It is about {x}',
  '{x}, how do we get there?',
  'Somehow I want {x}',
];

/** Parameters of tools: a name and what it means. `{n}` is the noun, `{s}` its plural, `{f}` the field of work, `{p}` a person or place, `{c}` a code. */
export const PARAMETERS: readonly string[] = [
  '{n} id The unique identifier of the {n}.',
  'limit The maximum number of {s} to return. Default is 20.',
  'format The output format, such as json or text.',
  'user id The identifier of the user who makes the request.',
  'start date The first day of the period, in the format YYYY-MM-DD.',
  'verbose Whether to include all details in the response.',
  'name The full name of the {n} or of its owner, for example {p}.',
  'language The language of the response, as a two letter code.',
  'location The city and state, such as {p}, CA.',
  'filter An optional expression to filter the {s} by type or status.',
  'end date The last day of the period. If omitted, today is used.',
  'page The page number of the results, starting at 1.',
  'note A free text note that is stored with the {n}, such as sent by {p}.',
  '{f} code The {f} code that applies, such as {c}.',
  'timeout The maximum time to wait for the result, specified in seconds.',
  'path The path of the file to read or to write, such as /data/{p}/{c}.csv.',
];
