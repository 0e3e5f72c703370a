/** What the measurements use of autocannon, which brings no types. */
declare module 'autocannon' {
  type Settings = {
    url: string
    connections: number
    duration?: number
    amount?: number
    headers?: Record<string, string>
    requests?: { path: string; headers?: Record<string, string> }[]
  }
  type Outcome = {
    requests: { average: number; total: number }
    throughput: { average: number }
    latency: { p50: number; p97_5: number; p99: number; max: number }
    errors: number
    '4xx': number
    '5xx': number
    duration: number
  }
  export default function autocannon(settings: Settings): Promise<Outcome>
}
