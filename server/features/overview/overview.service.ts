import { statfs } from 'node:fs/promises'
import type { Overview } from '#contracts/overview.ts'

const LATEST = 6

type Noun = Overview['latest'][number]['noun']
export type Latest = (limit: number) => Promise<{ id: string; name: string; createdAt: Date }[]>
export type OverviewService = ReturnType<typeof createOverviewService>

/** Puts together what others know. `folder` is where the media are kept. */
export function createOverviewService({
  count,
  latest,
  backgroundState,
  failedJobs,
  storage,
  database,
  mail,
  payments,
  anonymous,
  settings,
  folder,
  minFreeBytes,
}: {
  count: () => Promise<Overview['counts']>
  latest: Record<Noun, Latest>
  backgroundState: () => Overview['backgroundWork']
  failedJobs: () => Promise<{ name: string; at: Date; reason: string }[]>
  storage: { check: () => Promise<void>; usage: () => Promise<{ files: number; bytes: number }> }
  database: () => Promise<Overview['database']>
  mail: { kind: Overview['mail']['kind']; check: () => Promise<void> }
  payments: () => Promise<Overview['payments']>
  anonymous: () => Promise<Overview['anonymous']>
  settings: () => Promise<Overview['settings']>
  folder: string
  minFreeBytes: number
}) {
  async function lastAdditions(): Promise<Overview['latest']> {
    const lists = await Promise.all(
      Object.entries(latest).map(async ([noun, read]) => (await read(LATEST)).map((item) => ({ ...item, noun: noun as Noun }))),
    )
    return lists
      .flat()
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .slice(0, LATEST)
      .map((item) => ({ ...item, createdAt: item.createdAt.toISOString() }))
  }

  async function readStorage(): Promise<Overview['storage']> {
    const { bavail, bsize } = await statfs(folder)
    return { works: await works(storage.check), ...(await storage.usage()), freeBytes: bavail * bsize, minFreeBytes }
  }

  return {
    get: async (): Promise<Overview> => {
      // A mail server that is away takes seconds to show it.
      const mailWorks = works(mail.check)
      return {
        counts: await count(),
        latest: await lastAdditions(),
        backgroundWork: backgroundState(),
        failedJobs: (await failedJobs()).map((job) => ({ ...job, at: job.at.toISOString() })),
        storage: await readStorage(),
        database: await database(),
        payments: await payments(),
        anonymous: await anonymous(),
        settings: await settings(),
        mail: { kind: mail.kind, works: await mailWorks },
      }
    },
  }
}

function works(check: () => Promise<void>): Promise<boolean> {
  return check().then(
    () => true,
    () => false,
  )
}
