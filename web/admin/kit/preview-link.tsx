import { useState } from 'react'
import { PreviewLink as Link } from '#contracts/site/site-sections.ts'
import { post } from '#web/admin/kit/api.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'

/** Button that creates a preview link, with which anyone can view unpublished content on the site. `about` describes the content. */
export function PreviewLink({ path, label = 'Preview', about }: { path: string; label?: string; about: string }) {
  const [link, setLink] = useState<Link>()
  const { busy, run: create } = useAdminAction(async () => setLink(await post(Link, path, {})), 'Failed to create the preview link')

  if (!link)
    return (
      <Button variant="outline" size="small" busy={busy} onClick={() => void create()}>
        {label}
      </Button>
    )
  return (
    <div className="grid max-w-xl gap-3">
      <CopyField label={`Link to the preview. Anyone who has it can see ${about}.`} value={link.url} />
      <p className="text-sm text-soft">
        Valid until <ExactTime iso={link.expiresAt} toMinute />
      </p>
      <ButtonLink to={link.url} variant="outline" size="small" className="justify-self-start">
        Open the preview
      </ButtonLink>
    </div>
  )
}
