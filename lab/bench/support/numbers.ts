export function percentile(values: number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
}

export const median = (values: number[]) => percentile(values, 0.5)

export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`

export const megabytesPerSecond = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MB/s`

export const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

/** Formats bytes as kilobytes of 1,000 bytes, as in network speeds. */
export const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} KB`
