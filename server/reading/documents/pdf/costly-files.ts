/** Number of pages per file that may exceed the time or memory limits of rendering, plus one for every PAGES_PER_COSTLY other pages. */
const MAX_COSTLY = 5
const PAGES_PER_COSTLY = 20

export type CostlyFiles = ReturnType<typeof createCostlyFiles>

/**
 * Counts the pages of each file that exceeded a time or memory limit of rendering since the start of the server, so that one file can't
 * occupy the sandbox processes for hours.
 */
export function createCostlyFiles() {
  const files = new Map<string, { costly: number; others: number }>()
  return {
    has: (key: string): boolean => files.has(key),

    /** Returns whether rendering another page of the file may be attempted. */
    mayTry: (key: string): boolean => {
      const { costly, others } = files.get(key) ?? { costly: 0, others: 0 }
      return costly < MAX_COSTLY + others / PAGES_PER_COSTLY
    },

    count: (key: string, { isCostly }: { isCostly: boolean }): void => {
      const file = files.get(key)
      if (isCostly) files.set(key, { costly: (file?.costly ?? 0) + 1, others: file?.others ?? 0 })
      else if (file) file.others += 1
    },
  }
}
