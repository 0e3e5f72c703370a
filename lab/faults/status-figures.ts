import type { Figure } from './scenario.ts'

/** Counts responses by outcome. Rejections are fine; failures and missing responses are not. */
export function statusFigures(statuses: Record<string, number>): Figure[] {
  const count = (match: (status: string) => boolean) =>
    Object.entries(statuses).reduce((sum, [status, times]) => sum + (match(status) ? times : 0), 0)
  return [
    { name: 'completed', value: count((status) => status === '200') },
    { name: 'refused with Retry-After', value: count((status) => status === '503' || status === '429') },
    { name: 'failed', value: count((status) => status >= '500' && status !== '503' && status !== 'broken'), atMost: 0 },
    { name: 'without a response', value: count((status) => status === 'broken'), atMost: 0 },
  ]
}
