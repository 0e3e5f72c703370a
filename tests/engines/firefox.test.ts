// @module-tag full
import { firefox } from '#tests/support/engines/firefox.ts'
import { testJourneys } from '#tests/support/engines/journeys.ts'

testJourneys(firefox)
