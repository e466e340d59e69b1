/**
 * Every text that the specification words, once. The server and the browser both read it here, so that a
 * sentence is never typed twice and a test can name it. Texts that only one screen uses, and that the
 * specification leaves open, live with that screen.
 *
 * Wording, spelling and dots are the specification's own; change them there first.
 */

/** Toasts and sentences around signing in, out and up. */
const auth = {
  loggedIn: 'Logged in successfully',
  signedIn: 'Successfully signed in!',
  signedOut: 'Successfully signed out!',

  emailRequired: 'Please enter your email address',
  emailInvalid: 'Please enter a valid email address',
  passwordRequired: 'Please enter your password',
  passwordTooShort: 'Password must be at least 6 characters long',
  fullNameRequired: 'Please enter your full name',
  termsRequired: 'Please accept the terms of service',
  newPasswordRequired: 'Please enter a new password',
  passwordsDiffer: 'Passwords do not match',
  codeRequired: 'Please enter the 6 digits from the mail',
  codeWrong: 'This code is wrong, used or too old. Send the mail again for a new one.',

  /** The auth service's own sentence; the login form recognises it and offers to send the mail again. */
  emailNotConfirmed: 'Email not confirmed',
  verificationResent: 'Verification email resent! Please check your inbox.',
  verificationResendFailed: 'Failed to resend verification email. Please try again.',
  wrongCredentials: 'Invalid email or password. Please check your credentials and try again.',
  networkError: 'Network error. Please check your connection and try again.',
  unexpected: 'An unexpected error occurred. Please try again later.',

  emailTaken: 'A user with this email already exists',
  emailRegistered: 'This email is already registered. Please log in instead.',
  registrationError: 'An error occurred during registration',
  registrationNoUser: 'Registration failed: No user returned',

  resetSent: 'Password reset instructions sent!',
  resetFailed: 'Failed to send reset instructions. Please try again.',
  resetLinkInvalid: 'Invalid or expired reset link. Please request a new one.',
  passwordUpdated: 'Password updated successfully!',
  passwordUpdateFailed: 'Failed to update password. Please try again.',

  emailOrPhoneRequired: 'You must provide either an email or phone number and a password',
} as const;

const tasks = {
  added: 'Task added',
  updated: 'Task updated',
  deleted: 'Task deleted',
  completed: 'Task completed',
  reopened: 'Task marked as incomplete',

  loadFailed: 'Failed to load tasks',
  addFailed: 'Failed to add task',
  updateFailed: 'Failed to update task',
  deleteFailed: 'Failed to delete task',

  /** Shown with the completed list when it holds more than 100. */
  oldestRemoved: 'oldest tasks will be automatically removed',
} as const;

const projects = {
  /** From the dashboard. */
  added: 'Project added',
  /** From the projects page. */
  created: 'Project created successfully',
  updated: 'Project updated',
  updatedOnPage: 'Project updated successfully',
  deleted: 'Project deleted',

  loadFailed: 'Failed to load projects',
  addFailed: 'Failed to add project',
  createFailed: 'Failed to create project',
  updateFailed: 'Failed to update project',
  deleteFailed: 'Failed to delete project',

  none: 'No projects found',
  notAuthenticated: 'User not authenticated',
} as const;

const profile = {
  updated: 'Profile updated successfully',
  updateFailed: 'Failed to update profile',
  fetchFailed: (reason: string) => `Error fetching profile: ${reason}`,
} as const;

/** Handing a task to the assistant: the toasts, and what stops a run. */
const delegation = {
  /** The heading of the trail under a task. */
  working: 'AI is working on your task...',
  /** The toast that stays until the run has ended. */
  workingToast: 'AI is working on your task... This may take a few moments.',
  completed: 'AI has completed your task!',
  failed: 'Failed to process task with AI',
  startFailed: 'Failed to start AI processing',
  noCredits: 'You have used all your available credits for this month',
  updatingCreditsFailed: (reason: string) => `Error updating credits: ${reason}`,

  imageEditNeedsImage: 'Error: Image editing requires an image attachment. Please attach an image to edit.',
  dataAnalysisNeedsFile:
    'Error: Data analysis requires data files to analyze. Please attach CSV files, images, or PDFs containing your data.',
  pdfSummaryNeedsPdf: 'Error: PDF Summary/Analysis requires a PDF file. Please attach a PDF document.',
  pdfMissing: 'Error: No PDF file provided for analysis.',
  pdfOnly: 'Error: Only PDF files are supported for this feature. Please upload a PDF document.',
  unsupportedFile: 'Unsupported file type. Please use CSV for data analysis, or images/PDFs for visual data.',
} as const;

/** What a provider's failure becomes. A reason handed in here is short, safe and ours (never a provider's raw text). */
const ai = {
  contentFailed: (reason: string) => `Error generating content: ${reason} Please try again later.`,
  noContent: 'No content returned from API',
  apiError: (reason: string) => `API Error: ${reason}`,
  imageFailed: (reason: string) => `Error generating image: ${reason}`,
  imageApiError: (reason: string) => `OpenAI API Error: ${reason}`,
  noImageData: 'No image data returned from OpenAI API',
  imageFetchFailed: 'Failed to fetch image',
  imageTypeInvalid: 'Invalid image type',
} as const;

const attachments = {
  tooLarge: 'File size exceeds the maximum limit of 10MB',
  uploadFailed: 'Error uploading file',
  readFailed: 'Failed to read file content',
  readBase64Failed: 'Failed to read file as base64',
  processingFailed: (reason: string) => `Error processing file: ${reason}`,
  uploadFailedUrl: (reason: string) => `Error uploading: ${reason}`,
} as const;

const purchase = {
  loginRequired: 'You must be logged in to purchase',
  checkoutFailed: 'Failed to start checkout. Please try again.',
  successful: 'Purchase successful!',
  signInFirst: 'Sign in to purchase',
} as const;

/** Buttons, headings and labels whose wording is fixed. */
const labels = {
  getStartedFree: 'Get Started Free',
  startForFree: 'Start for Free',
  tryToolsForFree: 'Try AI Tools for Free',
  createFirstProject: 'Create Your First Project',
  getStartedForFree: 'Get started for free',
  viewDemo: 'View Demo',
  buyNow: 'Buy Now',
  bestValue: 'BEST VALUE',

  logIn: 'Log in',
  signUp: 'Sign up',
  signOut: 'Sign out',
  dashboard: 'Dashboard',
  projects: 'Projects',
  settings: 'Settings',
  pricing: 'Pricing',

  addTask: 'Add Task',
  editTask: 'Edit Task',
  addProject: 'Add Project',
  editProject: 'Edit Project',
  delegate: 'Delegate Task to AI',
  response: 'AI Assistant Response',
  upgradeTitle: 'Upgrade Your Plan',
  upgrade: 'Upgrade',
  redeem: 'Redeem Credits',
  saveChanges: 'Save Changes',
  cancel: 'Cancel',
  viewFullResponse: 'View Full Response',
  download: 'Download',
  readMore: 'Read more',
  showLess: 'Show less',
  aiAssisted: 'AI Assisted',
  all: 'All',
  pending: 'Pending',
  completed: 'Completed',
  paymentSuccessful: 'Payment Successful',
} as const;

/** What the stored values are called on the screen. */
const names = {
  category: { personal: 'Personal', work: 'Work' },
  priority: { urgent: 'Urgent', high: 'High', medium: 'Medium', low: 'Low', nice_to: 'Nice to' },
  timeframe: { today: 'Today', tomorrow: 'Tomorrow', next_weekend: 'Next Weekend', future: 'Future' },
  tier: { free: 'Free Plan', start: 'Start Plan', pro: 'Pro Plan', premium: 'Premium Plan' },
} as const;

export const messages = {
  auth,
  tasks,
  projects,
  profile,
  delegation,
  ai,
  attachments,
  purchase,
  labels,
  names,
} as const;
