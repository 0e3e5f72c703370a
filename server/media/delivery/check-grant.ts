import type { StoredFile } from '#server/media/store/media-library.ts'
import { isMediaKey } from '#server/media/store/media-store.ts'
import { ADMINISTRATOR, type SignedUrls } from '#server/media/store/signed-urls.ts'
import { forbidden, notFound } from '#server/platform/problems.ts'

/** A stored file with the title of its item, which is used as the file name of downloads */
export type ServedFile = StoredFile & { title?: string }

export type MediaAccessDeps = {
  findFile: (key: string) => Promise<ServedFile | undefined>
  signedUrls: SignedUrls
  /** Returns whether an entitlement grants access to a file */
  mayOpen: (entitlementId: string, key: string) => Promise<boolean>
}
export type MediaAccess = ReturnType<typeof createMediaAccess>

/** Checks access to stored files. The check runs on every request, so that a refund takes effect with the next request. */
export function createMediaAccess({ findFile, signedUrls, mayOpen }: MediaAccessDeps) {
  async function find(key: string): Promise<ServedFile | undefined> {
    const file = isMediaKey(key) ? await findFile(key) : undefined
    return file?.audience === 'nobody' ? undefined : file
  }

  async function findServed(key: string): Promise<ServedFile> {
    const file = await find(key)
    if (!file) throw notFound('file')
    return file
  }

  async function requireGrant({ key, audience }: StoredFile, grant: string | undefined): Promise<void> {
    if (audience === 'public') return
    const verified = grant === undefined ? undefined : signedUrls.verify(grant, key)
    if (verified?.entitlementId === ADMINISTRATOR) return
    if (!verified || !(await mayOpen(verified.entitlementId, key))) throw forbidden('Only buyers can open this file')
  }

  return {
    /** Returns whether the grant for a file is one for administrators. */
    isAdministrator: ({ key }: StoredFile, grant: string | undefined): boolean =>
      grant !== undefined && signedUrls.verify(grant, key)?.entitlementId === ADMINISTRATOR,
    find,
    findServed,
    requireGrant,
    /** Returns a file if it is public or if the grant gives access. */
    requireFile: async (key: string, { grant }: { grant?: string }): Promise<ServedFile> => {
      const file = await findServed(key)
      await requireGrant(file, grant)
      return file
    },
  }
}
