import type { PreviousUpload, UrlStorage } from 'tus-js-client'
import { findStorageKeys, readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'

const PREFIX = 'tus::'

/**
 * Records of unfinished uploads, under the keys of tus-js-client's own storage. With full storage, that one throws and the upload never
 * starts; these records last as long as the page instead.
 */
export const uploadRecords: UrlStorage = {
  findAllUploads: async () => findRecords(''),
  findUploadsByFingerprint: async (fingerprint) => findRecords(`${fingerprint}::`),
  removeUpload: async (key) => void writeStorage(key as `${typeof PREFIX}${string}`, null),
  addUpload: async (fingerprint, upload) => {
    const key = `${PREFIX}${fingerprint}::${Math.round(Math.random() * 1e12)}` as const
    writeStorage(key, JSON.stringify(upload))
    return key
  },
}

function findRecords(start: string): PreviousUpload[] {
  return findStorageKeys(PREFIX).flatMap((key) => {
    if (!key.startsWith(PREFIX + start)) return []
    try {
      return { ...(JSON.parse(readStorage(key) ?? '') as PreviousUpload), urlStorageKey: key }
    } catch {
      return []
    }
  })
}
