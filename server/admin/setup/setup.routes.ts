import { z } from 'zod'
import { Setup, SetupStepChange, SetupStepName, TestMail } from '#contracts/admin/setup.ts'
import type { App } from '#server/platform/http/server.ts'
import { unauthenticated } from '#server/platform/problems.ts'
import type { SetupService } from './setup.service.ts'

const tags = ['overview']

export function setupRoutes(setup: SetupService) {
  return async (app: App) => {
    app.get(
      '/setup',
      { schema: { tags, summary: 'Get the setup steps of a new site with their states', response: { 200: Setup } } },
      setup.get,
    )

    app.patch(
      '/setup/:step',
      {
        schema: {
          tags,
          summary: 'Skip or resume a setup step',
          params: z.object({ step: SetupStepName.meta({ description: 'Name of the setup step' }) }),
          body: SetupStepChange,
          response: { 200: Setup },
        },
        config: { recentPassword: false },
      },
      ({ params, body, actor }) => setup.setSkipped(params.step, body.skipped, actor),
    )

    app.post(
      '/setup/test-mail',
      {
        schema: {
          tags,
          summary:
            'Send a test email to the signed-in administrator; 409 without a mail server, 503 if the mail server does not accept the email',
          response: { 200: TestMail },
          notes: { refuses: [409, 503] },
        },
        config: { recentPassword: false },
      },
      async ({ session }) => {
        if (!session) throw unauthenticated()
        await setup.sendTestMail(session.admin.email)
        return { to: session.admin.email }
      },
    )
  }
}
