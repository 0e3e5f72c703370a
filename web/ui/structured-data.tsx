/** Tells search engines what the page is about, as schema.org data (JSON-LD). */
export function StructuredData({ data }: { data: Record<string, unknown> | Record<string, unknown>[] }) {
  const json = JSON.stringify(Array.isArray(data) ? data.map(withContext) : withContext(data))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose every < is escaped can't end the script.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }} />
}

function withContext(item: Record<string, unknown>) {
  return { '@context': 'https://schema.org', ...item }
}
