/**
 * The words that ask for the end customer's consent, wherever users request certification or independent validation
 * (docs/rules/submission-and-certification.md#consent).
 */
export const CONSENT = {
  certify: {
    label: "The end customer has agreed that the data of this assessment is shared with the certifying body.",
    missing: "Certification needs the consent of the end customer.",
  },
  endorse: {
    label: "The end customer has agreed that the data of this assessment is shared with the validating body.",
    missing: "Independent validation needs the consent of the end customer.",
  },
} as const;
