import { createStore } from '#web/lib/store.ts'

/** Password prompt that is open. The prompt opens when the API rejects a call because the password was entered too long ago. */
type Question = { answered: Promise<boolean>; answer: (isEntered: boolean) => void }

const question = createStore<Question | undefined>(undefined)

/**
 * Opens the password prompt. Resolves with true after the password is entered, and with false if the dialog is closed. Calls that are
 * rejected while the prompt is open share the prompt.
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
