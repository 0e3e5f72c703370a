/** Types for the parts of autocannon that the benchmarks use; the package contains no types. */
declare module 'autocannon' {
  type Request = { path: string; headers?: Record<string, string>; setupRequest?: (request: Request) => Request }
  type Settings = {
    url: string
    connections: number
    duration?: number
    amount?: number
    /** Number of threads that send requests */
    workers?: number
    headers?: Record<string, string>
    requests?: Request[]
  }
  type Outcome = {
    requests: { total: number }
    throughput: { total: number }
    errors: number
    '4xx': number
    '5xx': number
  }
  export default function autocannon(settings: Settings): Promise<Outcome>
}
