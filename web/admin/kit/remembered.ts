import { useCallback, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Last states of lists and pages, by the key of the history entry */
const states = new Map<string, unknown>()

export function forgetStates(): void {
  states.clear()
}

/**
 * Returns the stored state if Back or Forward led to the history entry, and a function that stores a state. A page rendered with its former
 * state has its former height at once, so that its scroll position can be restored.
 * @param name distinguishes the states of one page
 */
export function useRemembered<State>(name: string): [known: State | undefined, remember: (state: State) => void] {
  const id = `${useLocation().key} ${name}`
  const type = useNavigationType()
  const [known] = useState(() => (type === 'POP' ? (states.get(id) as State | undefined) : undefined))
  return [known, useCallback((state) => void states.set(id, state), [id])]
}
