import { digest } from './digest.ts'

/** What is stored of a client id, which is a secret: its SHA-256. */
export function digestClient(clientId: string): string {
  return digest(clientId)
}
