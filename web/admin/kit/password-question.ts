import { useSyncExternalStore } from 'react'

/** Question for the password, asked when the API rejects a call because the password was entered too long ago. */
type Question = { answered: Promise<boolean>; answer: (isEntered: boolean) => void }

let question: Question | undefined
const listeners = new Set<() => void>()

/**
 * Resolves with true when the password was entered, with false when the dialog was closed. Calls rejected in the meantime share the
 * question.
 */
export function askPassword(): Promise<boolean> {
  if (question) return question.answered
  let answer: Question['answer'] = () => undefined
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  change({ answered, answer })
  return answered
}

export function answerPasswordQuestion(isEntered: boolean): void {
  question?.answer(isEntered)
  change(undefined)
}

export function useIsPasswordAsked(): boolean {
  return useSyncExternalStore(subscribe, () => question !== undefined)
}

function change(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
