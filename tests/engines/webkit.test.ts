// @module-tag full

import { testJourneys } from '#tests/support/engines/journeys.ts'
import { webkit } from '#tests/support/engines/webkit.ts'

testJourneys(webkit)
