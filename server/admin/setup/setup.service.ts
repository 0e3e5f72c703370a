import { eq } from 'drizzle-orm'
import { SETUP_STEPS, type Setup, type SetupStepName } from '#contracts/admin/setup.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { Platform } from '#server/platform/platform.ts'
import { conflict, unavailable } from '#server/platform/problems.ts'
import { skippedSetupSteps } from './setup.schema.ts'

const TITLES: Record<SetupStepName, string> = {
  brand: 'Brand',
  contact: 'Contact',
  book: 'First book',
  payments: 'Payments',
  mail: 'Email',
}
const RETRY_SECONDS = 60

export type SetupService = ReturnType<typeof createSetupService>

export type SetupSources = {
  platform: Pick<Platform, 'orm' | 'transact' | 'record' | 'mail' | 'brand'>
  gateways: { isTrial?: boolean; name: string }[]
  /** Returns whether the published section differs from its default content */
  isEdited: (section: 'brand' | 'contact') => boolean
  books: { list: (query: { limit: number }) => Promise<{ items: { id: string }[] }> }
  demonstration: { state: () => Promise<'none' | 'loading' | 'loaded' | 'removed'>; bookIds: string[] }
}

/** Creates the service that reports the states of the setup steps and sends test emails. */
export function createSetupService({ platform, gateways, isEdited, books, demonstration }: SetupSources) {
  const { orm, transact, record, mail, brand } = platform

  async function hasOwnBook(hasDemonstration: boolean): Promise<boolean> {
    const demo = hasDemonstration ? demonstration.bookIds : []
    const { items } = await books.list({ limit: demo.length + 1 })
    return items.some(({ id }) => !demo.includes(id))
  }

  async function readMail(): Promise<Setup['mail']> {
    if (mail.kind !== 'smtp') return 'none'
    return mail.check().then(
      () => 'sending' as const,
      () => 'failing' as const,
    )
  }

  function readPayments(): Setup['payments'] {
    if (gateways.length === 0) return 'none'
    return gateways.some(({ isTrial }) => !isTrial) ? 'live' : 'trial'
  }

  async function get(): Promise<Setup> {
    const state = await demonstration.state()
    const hasDemonstration = state === 'loading' || state === 'loaded'
    const skipped = (await orm.select().from(skippedSetupSteps)).map(({ step }) => step)
    const found = { payments: readPayments(), mail: await readMail() }
    const done: Record<SetupStepName, boolean> = {
      brand: isEdited('brand'),
      contact: isEdited('contact'),
      book: await hasOwnBook(hasDemonstration),
      payments: found.payments === 'live',
      mail: found.mail === 'sending',
    }
    const steps = SETUP_STEPS.map((name) => {
      const open = skipped.includes(name) ? ('skipped' as const) : ('open' as const)
      return { name, state: done[name] ? ('done' as const) : open }
    })
    return { steps, hasDemonstration, ...found }
  }

  return {
    get,

    /** Skips or resumes a setup step. */
    setSkipped: async (step: SetupStepName, skipped: boolean, by?: Actor): Promise<Setup> => {
      await transact(async (transaction) => {
        const changed = skipped
          ? await transaction.insert(skippedSetupSteps).values({ step }).onConflictDoNothing().returning()
          : await transaction.delete(skippedSetupSteps).where(eq(skippedSetupSteps.step, step)).returning()
        if (changed.length === 0) return
        const [from, to] = skipped ? ['no', 'yes'] : ['yes', 'no']
        const changes = [{ field: 'skipped', from, to }]
        await record(transaction, { noun: 'site', verb: 'changed', subject: { name: `the setup step “${TITLES[step]}”` }, changes, by })
      })
      return get()
    },

    /** Sends a test email. @throws conflict without a mail server; unavailable, with the reason, if the mail server refuses the email */
    sendTestMail: async (to: string): Promise<void> => {
      if (mail.kind !== 'smtp') throw conflict('No mail server is set up', 'Ask the operator to set one up.')
      const text = `This is a test from ${brand().name}: emails from the site arrive.\n\nReceipts and codes reach buyers in the same way.\n`
      await mail.send({ to, subject: `Test email from ${brand().name}`, text }).catch((error: Error) => {
        // The error message contains the mail server and the reason, but no secrets.
        throw unavailable('The test email was not sent', { retryAfterSeconds: RETRY_SECONDS, detail: error.message, cause: error })
      })
    },
  }
}
