import { PasswordResponses } from 'react-pdf'

const WRONG = 'Invalid password. Please try again.'

/**
 * Asks for a document's password with the browser's prompt, in the words of react-pdf. An empty answer is a wrong one, and is not passed
 * on: pdf.js tried it first and would ask as if nothing had been entered. Where the prompt is cancelled, pdf.js is told by an error:
 * react-pdf's own prompt answers null, which pdf.js takes for a password and asks again, for ever.
 */
export function answerPassword(answer: (password: string | null) => void, reason: number): void {
  let password = prompt(reason === PasswordResponses.INCORRECT_PASSWORD ? WRONG : 'Enter the password to open this PDF file.')
  while (password === '') password = prompt(WRONG)
  if (password === null) (answer as (reason: unknown) => void)(new Error('No password given'))
  else answer(password)
}
