import { enliven } from './chart.js';

// All that a page does which has charts and no queries.
enliven();
