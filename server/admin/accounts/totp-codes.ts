import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Parameters that every authenticator app supports: six digits, SHA-1, a new code every 30 seconds (RFC 6238). */
const PERIOD = 30
export const TOTP_DIGITS = 6
/** Number of time steps by which a phone's clock may be off. */
const WINDOW = 1
const RECOVERY_CODES = 10
/** 80 bits, or sixteen letters and digits: infeasible to guess, so a plain digest is enough. */
const RECOVERY_BYTES = 10

export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the content of the QR code for an authenticator app. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD }).toString()
}

/** Returns the time step of a code, or undefined when it matches no step around `now`. */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32)
}
