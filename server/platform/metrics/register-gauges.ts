import { Gauge as PrometheusGauge, type Registry } from 'prom-client'
import type { Gauge } from './gauge.ts'
import { createGaugeReader } from './read-gauges.ts'

/** Registers gauges that are read at each scrape, and one that counts the unreadable gauges: a missing metric raises no alert. */
export function registerGauges(registry: Registry, gauges: Gauge[]) {
  const readGauges = createGaugeReader(gauges)
  for (const { name, help, label } of gauges) {
    const gauge = new PrometheusGauge<string>({
      name,
      help,
      registers: [registry],
      labelNames: label === undefined ? [] : [label],
      collect: async () => {
        const figure = (await readGauges()).get(name)
        gauge.reset()
        if (label === undefined && typeof figure !== 'object') {
          if (figure === undefined) gauge.remove()
          else gauge.set(figure)
        } else for (const [value, number] of Object.entries(figure ?? {})) gauge.set({ [label ?? '']: value }, number)
      },
    })
  }
  const missing: PrometheusGauge = new PrometheusGauge({
    name: 'lectern_gauges_missing',
    help: 'Metrics that could not be read because the database is unavailable or slow',
    registers: [registry],
    collect: async () => missing.set(gauges.length - (await readGauges()).size),
  })
}
