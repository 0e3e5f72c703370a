import { PasswordResponses } from 'react-pdf'

/**
 * Asks for a document's password with the browser's prompt, in the words of react-pdf. Where it is cancelled, pdf.js is told by an
 * error: react-pdf's own prompt answers null, which pdf.js takes for a password and asks again, for ever.
 */
export function answerPassword(answer: (password: string | null) => void, reason: number): void {
  const wrong = reason === PasswordResponses.INCORRECT_PASSWORD
  const password = prompt(wrong ? 'Invalid password. Please try again.' : 'Enter the password to open this PDF file.')
  if (password === null) (answer as (reason: unknown) => void)(new Error('No password given'))
  else answer(password)
}
