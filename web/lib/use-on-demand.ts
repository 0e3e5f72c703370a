import { useState } from 'react'
import { toast } from '#web/lib/toast.ts'

/** Loads code when it is first needed. A failure is a notice about `what`, and the next request tries again. */
export function useOnDemand<Module extends object>(load: () => Promise<Module>, what = 'This') {
  const [module, setModule] = useState<Module>()
  return {
    module,
    async request(): Promise<Module | undefined> {
      try {
        const loaded = module ?? (await load())
        setModule(loaded)
        return loaded
      } catch {
        toast.error(`${what} could not be loaded. Check your connection.`)
        return undefined
      }
    },
  }
}
