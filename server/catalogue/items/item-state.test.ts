import { expect, test } from 'vitest'
import { shopTimeIn } from '#contracts/shop/shop-time.ts'
import { changeState } from './item-state.ts'

test.each([
  ['Africa/Harare', '2099-07-01T18:00:00', '2099-07-01T16:00:00.000Z'],
  ['Europe/London', '2099-07-01T18:00:00', '2099-07-01T17:00:00.000Z'],
  ['Europe/London', '2099-07-01T18:00:00.000Z', '2099-07-01T18:00:00.000Z'],
])('in %s, the publication time %s is %s', (zone, publishAt, moment) => {
  const state = changeState({ state: 'scheduled', publishAt }, shopTimeIn(zone))
  expect(state.publishAt?.toISOString()).toBe(moment)
})
