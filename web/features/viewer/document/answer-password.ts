import { PasswordResponses } from 'react-pdf'

const WRONG = 'Invalid password. Please try again.'

/**
 * Asks for a document's password with the browser's prompt and react-pdf's messages. An empty password is not passed on, since pdf.js
 * has already tried it and would not call it wrong. A cancelled prompt passes an error: react-pdf's own prompt passes null, which pdf.js
 * takes for a password, and asks again forever.
 */
export function answerPassword(answer: (password: string | null) => void, reason: number): void {
  let password = prompt(reason === PasswordResponses.INCORRECT_PASSWORD ? WRONG : 'Enter the password to open this PDF file.')
  while (password === '') password = prompt(WRONG)
  if (password === null) (answer as (reason: unknown) => void)(new Error('No password given'))
  else answer(password)
}
