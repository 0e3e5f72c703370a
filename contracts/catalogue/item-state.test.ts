import { expect, test } from 'vitest'
import { stateFields } from './item-state.ts'

test.each(['2026-12-24T18:00', '2026-12-24 18:00', '2026-12-24 18:00:00'])('the publication time “%s” is a clock time', (text) =>
  expect(stateFields.publishAt.schema.parse(text)).toBe('2026-12-24T18:00:00'),
)

test.each(['2026-12-24T16:00:00.000Z', '2026-12-24T18:00:00+02:00'])('the publication time “%s” is a time in UTC', (text) =>
  expect(stateFields.publishAt.schema.parse(text)).toBe('2026-12-24T16:00:00.000Z'),
)
