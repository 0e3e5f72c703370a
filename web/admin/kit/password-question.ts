import { createStore } from '#web/lib/store.ts'

/** Question for the password, asked when the API rejects a call because the password was entered too long ago. */
type Question = { answered: Promise<boolean>; answer: (isEntered: boolean) => void }

const question = createStore<Question | undefined>(undefined)

/**
 * Resolves with true when the password was entered, with false when the dialog was closed. Calls rejected in the meantime share the
 * question.
 */
export function askPassword(): Promise<boolean> {
  const asked = question.get()
  if (asked) return asked.answered
  let answer: Question['answer'] = () => undefined
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  question.set({ answered, answer })
  return answered
}

export function answerPasswordQuestion(isEntered: boolean): void {
  question.get()?.answer(isEntered)
  question.set(undefined)
}

export function useIsPasswordAsked(): boolean {
  return question.useValue((asked) => asked !== undefined)
}
