import type { EditedSection } from '#contracts/site/site-sections.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { PreviewLink } from '#web/admin/kit/preview-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ChangeList } from './change-list.tsx'
import { compareContent, type FieldSchema } from './section-schema.ts'

/** Notice about the draft of a site section: its author, a preview link, and the differences from the published content. */
export function DraftNotice({ section, onDiscard }: { section: EditedSection; onDiscard: () => void }) {
  const { draft, schema, publishedContent, content } = section
  if (!draft) return null
  return (
    <div className="mb-6 border-rule border-y">
      <p className="pt-3 text-base text-soft">
        This is a draft, saved <ExactTime iso={draft.at} toMinute />
        {draft.by && ` by ${draft.by}`}. Visitors don’t see it yet.
      </p>
      <div className="flex flex-wrap items-start gap-3 pt-3">
        <PreviewLink path="/site/preview-links" about="the drafts" />
        <Button variant="outline" size="small" onClick={onDiscard}>
          Discard draft
        </Button>
      </div>
      <Disclosure title="Compare with the published version">
        <ChangeList changes={compareContent(schema as FieldSchema, publishedContent, content)} />
      </Disclosure>
    </div>
  )
}
