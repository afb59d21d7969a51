/** The demo's internal account, which sees 'All Assessments' without being configured: web application and API agree on it. */
export const DEMO_INTERNAL_ACCOUNT = "internal@demo.example";
