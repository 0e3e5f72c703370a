import { expect, test } from 'vitest'
import { stateFields } from './item-state.ts'

test.each(['2026-12-24T18:00', '2026-12-24 18:00', '2026-12-24 18:00:00', '2026-12-24T16:00:00.000Z'])(
  'the publication time “%s” is in the shop’s time zone unless it has an offset',
  (text) => expect(stateFields.publishAt.schema.parse(text)).toBe('2026-12-24T16:00:00.000Z'),
)
