import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Gauge } from './gauge.ts'
import { createGaugeReader, registerGauges } from './register-gauges.ts'

const gauge = (name: string, read: Gauge['read']): Gauge => ({ name, help: name, read })

test('concurrent scrapes share one reading of the gauges, and a scrape shortly afterwards reuses the reading', async () => {
  let readings = 0
  const readGauges = createGaugeReader([gauge('a', async () => ++readings)])
  await Promise.all([readGauges(), readGauges(), readGauges()])
  expect([...(await readGauges())]).toEqual([['a', 1]])
})

test('a gauge is read again once its value is stale', async () => {
  let readings = 0
  const readGauges = createGaugeReader([gauge('a', async () => ++readings)], { freshMs: 0 })
  await readGauges()
  expect([...(await readGauges())]).toEqual([['a', 2]])
})

test('an unresponsive database delays a scrape by the time limit at most, and is queried once', async () => {
  let readings = 0
  const hang = () => {
    readings++
    return new Promise<number>(() => undefined)
  }
  const readGauges = createGaugeReader([gauge('a', hang)], { limitMs: 20 })
  expect([(await readGauges()).size, (await readGauges()).size, readings]).toEqual([0, 0, 1])
})

test('a scrape omits gauges that could not be read, and contains their number', async () => {
  const registry = new Registry()
  registerGauges(registry, [
    gauge('lectern_known', async () => 7),
    gauge('lectern_lost', () => Promise.reject(new Error('away'))),
    { ...gauge('lectern_by_state', async () => ({ paid: 2 })), label: 'state' },
  ])
  const text = await registry.metrics()
  expect(text).toContain('\nlectern_known 7')
  expect(text).toContain('\nlectern_by_state{state="paid"} 2')
  expect(text).not.toMatch(/^lectern_lost /m)
  expect(text).toContain('\nlectern_gauges_missing 1')
})
