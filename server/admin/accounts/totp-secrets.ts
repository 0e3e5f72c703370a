import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/**
 * Prefix of encrypted secrets. An encrypted secret is valid Base32, so that the previous version of the server rejects its codes instead of
 * failing. Plain secrets have 32 characters.
 */
const PREFIX = 'SEALED'
const PLAIN_LENGTH = 32

export type TotpSecrets = ReturnType<typeof createTotpSecrets>

/**
 * Encrypts the secrets of authenticator apps for storage, so that a copy of the database alone is not enough to sign in.
 * @param signingKeys the current signing key and, during a key rotation, the previous one
 */
export function createTotpSecrets([current = '', ...former]: string[]) {
  const keys = [current, ...former].map((signingKey) => Buffer.from(hkdfSync('sha256', signingKey, '', 'totp secrets', 32)))

  function seal(adminId: string, secret: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, keys[0] as Buffer, nonce).setAAD(Buffer.from(adminId))
    const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return PREFIX + toBase32(Buffer.concat([nonce, content, cipher.getAuthTag()]))
  }

  function openWith(key: Buffer, adminId: string, sealed: Buffer): string | undefined {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(adminId)).setAuthTag(sealed.subarray(-TAG_BYTES))
    try {
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  }

  return {
    seal,

    /**
     * Decrypts a stored secret, which may also be plain. Returns undefined if the secret was encrypted with another key or for another
     * account. `isCurrent` is false if the secret has to be encrypted again.
     */
    open: (adminId: string, stored: string): { secret: string; isCurrent: boolean } | undefined => {
      if (stored.length === PLAIN_LENGTH || !stored.startsWith(PREFIX)) return { secret: stored, isCurrent: false }
      const sealed = Buffer.from(Secret.fromBase32(stored.slice(PREFIX.length)).bytes)
      for (const [index, key] of keys.entries()) {
        const secret = openWith(key, adminId, sealed)
        if (secret !== undefined) return { secret, isCurrent: index === 0 }
      }
      return undefined
    },
  }
}

function toBase32(bytes: Buffer) {
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32
}
