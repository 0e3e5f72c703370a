import { createStoredValue } from '#web/lib/storage/local-storage.ts'

/** Session token of the administrator in this browser; null when signed out. */
export const { read: readToken, write: writeToken, useValue: useToken } = createStoredValue('adminToken')
