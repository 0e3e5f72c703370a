/** A figure that `/metrics` shows. It is read when somebody asks, from the database or another place that may be slow or away. */
export type Gauge = {
  /** With the unit at its end: https://prometheus.io/docs/practices/naming */
  name: string
  help: string
  /** Name of the label when `read` returns several figures, each by the label's value */
  label?: string
  read: () => Promise<number | Record<string, number>>
}
