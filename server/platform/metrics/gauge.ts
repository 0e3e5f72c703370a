/** Metric at `/metrics` that is read on demand from the database or another source, which may be slow or unavailable. */
export type Gauge = {
  /** Name of the metric, which ends with the unit: https://prometheus.io/docs/practices/naming */
  name: string
  help: string
  /** Name of the label if `read` returns several numbers, whose keys are the label values */
  label?: string
  read: () => Promise<number | Record<string, number>>
}
