/** Returns links that share a page on other sites, without loading scripts of those sites. */
export function shareLinks({ title, url }: { title: string; url: string }) {
  const [text, link] = [encodeURIComponent(title), encodeURIComponent(url)]
  return [
    { text: 'WhatsApp', to: `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}` },
    { text: 'Facebook', to: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
    { text: 'X', to: `https://x.com/intent/post?text=${text}&url=${link}` },
    { text: 'E-mail', to: `mailto:?subject=${text}&body=${link}` },
  ]
}
