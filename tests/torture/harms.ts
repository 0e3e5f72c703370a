import type { Harm } from './harm.ts'
import { anonymousRows } from './harms/anonymous-rows.ts'
import { canaries } from './harms/canaries.ts'
import { injections } from './harms/injections.ts'
import { kills } from './harms/kills.ts'
import { malformedRequests } from './harms/malformed-requests.ts'
import { pipelinedPages } from './harms/pipelined-pages.ts'
import { randomQueries } from './harms/random-queries.ts'
import { wholeLists } from './harms/whole-lists.ts'

/** All harms that `npm run torture` does, in the order of their numbers. A new one is a module in `harms/` and a word here. */
export const HARMS: Harm[] = [malformedRequests, anonymousRows, randomQueries, wholeLists, pipelinedPages, kills, canaries, injections]
