import { expect, test } from 'vitest'
import { formatSpokenTime } from './seek-bar.tsx'

test.each([
  [0, '0 seconds'],
  [1.9, '1 second'],
  [65, '1 minute 5 seconds'],
  [3600, '1 hour'],
  [7325, '2 hours 2 minutes 5 seconds'],
])('%d seconds are read as “%s”', (seconds, words) => expect(formatSpokenTime(seconds)).toBe(words))
