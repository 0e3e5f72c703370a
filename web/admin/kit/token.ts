import { createStoredValue } from '#web/lib/storage/local-storage.ts'

/** The administrator's token in this browser; null when signed out. */
export const { read: readToken, write: writeToken, useValue: useToken } = createStoredValue('adminToken')
