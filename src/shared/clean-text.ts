/**
 * Text without the characters that copying from documents and chats adds: invisible ones are removed, and spaces and hyphens
 * that never break become plain. Joiners stay between letters and emoji that need them.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[\p{Z}\v\f\u0085]/gu, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(UNSEEN, '')
}

const UNSEEN =
  /(?![\u200C\u200D\p{Variation_Selector}\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}|(?<!\P{ASCII})[\u200C\u200D]|[\u200C\u200D](?!\P{ASCII})/gu
