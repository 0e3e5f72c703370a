/** Path of the PDF that lists the publishing packages. The PDF is generated from the published texts. */
export const PACKAGES_PATH = '/publishing-packages.pdf'
